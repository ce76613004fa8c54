// Errors for arguments of wrong types, shortened to one sentence. nanobind lists all signatures and the types that it
// got, over many lines. CPython calls a nanobind function through a pointer in it, at an offset that its type names: we
// replace that pointer by a function that calls the original one and shortens its error.
#include "bindings.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace outflank::bindings {
namespace {

constexpr std::string_view nanobind_says = "(): incompatible function arguments";
constexpr std::size_t longest_value = 40;  // bytes of an argument that are shown

std::string text_of(PyObject* object) {
    nb::object text = nb::steal(object);
    std::string shown;
    if (!text.is_valid() || !nb::try_cast(text, shown)) PyErr_Clear();
    return shown;
}

std::string shown(PyObject* value) {
    std::string text = text_of(PyObject_Repr(value));
    std::replace(text.begin(), text.end(), '\n', ' ');
    if (text.size() <= longest_value) return text;
    std::size_t end = longest_value - 3;
    while ((text[end] & 0xC0) == 0x80) --end;  // not within a character
    return text.substr(0, end) + "...";
}

void remove_all(std::string& text, std::string_view part) {
    for (std::size_t at; (at = text.find(part)) != std::string::npos;) text.erase(at, part.size());
}

// The parameters of a signature such as `discs(self, color: outflank.Color | None = None) -> int`.
std::string parameters_of(std::string signature) {
    if (const auto arrow = signature.rfind(" -> "); arrow != std::string::npos) signature.resize(arrow);
    signature.erase(0, signature.find('('));
    for (const std::string_view own : {"self", "cls"}) {
        if (signature.compare(1, own.size(), own) != 0) continue;
        const bool more = signature.compare(1 + own.size(), 2, ", ") == 0;
        signature.erase(1, own.size() + (more ? 2 : 0));
        if (const bool alone = signature.compare(0, 3, "(/)") == 0; alone) signature.erase(1, 1);
    }
    remove_all(signature, "outflank.");
    remove_all(signature, "collections.abc.");
    return signature;
}

// Replaces the current Python error by one sentence if it is nanobind's error for wrong arguments.
void shorten(PyObject* const* arguments, std::size_t count, PyObject* keywords) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return;
    PyObject *type, *error, *trace;
    PyErr_Fetch(&type, &error, &trace);
    const std::string message = error ? text_of(PyObject_Str(error)) : "";
    const auto end = message.find(nanobind_says);
    if (end == std::string::npos) return PyErr_Restore(type, error, trace);
    Py_XDECREF(type), Py_XDECREF(error), Py_XDECREF(trace);

    std::string name = message.substr(0, end), expected;
    bool owned = false;
    for (auto at = message.find("\n    ", end); at != std::string::npos; at = message.find("\n    ", at + 1)) {
        const auto begin = message.find(". ", at) + 2;
        std::string signature = message.substr(begin, message.find('\n', begin) - begin);
        owned = owned || signature.find("(self") != std::string::npos || signature.find("(cls") != std::string::npos;
        expected += (expected.empty() ? "" : " or ") + std::string("NAME") + parameters_of(std::move(signature));
    }
    if (owned && count > 0 && (name == "__new__" || name == "__init__")) {
        PyObject* type_of =
            PyType_Check(arguments[0]) ? arguments[0] : reinterpret_cast<PyObject*>(Py_TYPE(arguments[0]));
        name = text_of(PyObject_GetAttrString(type_of, "__name__"));
    }
    for (std::size_t at; (at = expected.find("NAME(")) != std::string::npos;) expected.replace(at, 4, name);

    std::string given;
    for (std::size_t index = owned ? 1 : 0; index < count; ++index)
        given += (given.empty() ? "" : ", ") + shown(arguments[index]);
    const Py_ssize_t named = keywords ? PyTuple_Size(keywords) : 0;
    for (Py_ssize_t index = 0; index < named; ++index)
        given += (given.empty() ? "" : ", ") + text_of(PyObject_Str(PyTuple_GetItem(keywords, index))) + "=" +
                 shown(arguments[count + static_cast<std::size_t>(index)]);
    PyErr_SetString(PyExc_TypeError, (name + "(" + given + "): expected " + expected).c_str());
}

using Call = PyObject* (*)(PyObject*, PyObject* const*, std::size_t, PyObject*);

// Calls one of nanobind's call functions and shortens its error. nanobind has a few of them, by the kinds of
// parameters; each needs a `call` of its own, which is how that knows its original.
template <int way>
struct Shortened {
    static inline Call original = nullptr;

    static PyObject* call(PyObject* function, PyObject* const* arguments, std::size_t flags, PyObject* keywords) {
        PyObject* result = original(function, arguments, flags, keywords);
        if (!result) shorten(arguments, static_cast<std::size_t>(PyVectorcall_NARGS(flags)), keywords);
        return result;
    }

    static bool take(Call& pointer) {
        if (pointer == call) return true;
        if (original && original != pointer) return false;
        original = std::exchange(pointer, call);
        return true;
    }
};

void put_before(nb::handle function) {
    const std::string kind =
        nb::cast<std::string>(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(function.ptr()))).attr("__name__"));
    if (kind != "nb_func" && kind != "nb_method") return;
    auto& pointer = *reinterpret_cast<Call*>(reinterpret_cast<char*>(function.ptr()) +
                                             Py_TYPE(function.ptr())->tp_vectorcall_offset);
    Shortened<0>::take(pointer) || Shortened<1>::take(pointer) || Shortened<2>::take(pointer) ||
        Shortened<3>::take(pointer) || Shortened<4>::take(pointer) || Shortened<5>::take(pointer);
}

}  // namespace

void shorten_errors(nb::module_& m) {
    for (auto [_, member] : nb::borrow<nb::dict>(m.attr("__dict__"))) {
        put_before(member);
        if (!PyType_Check(member.ptr())) continue;
        for (nb::handle inner : nb::borrow<nb::object>(member.attr("__dict__")).attr("values")()) put_before(inner);
    }
}

}  // namespace outflank::bindings
