# Read by CPack for each generator: Debian brings the libraries and fonts itself.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_COMPONENTS_ALL program)
else()
  set(CPACK_COMPONENTS_ALL program portable)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
